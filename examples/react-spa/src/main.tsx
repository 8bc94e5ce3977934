import { configure } from 'clientlib';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import './app.css';
import { serviceUrl } from './service.ts';

// Once, before anything of ClientLib is used: where the billing service is.
configure({ baseUrl: serviceUrl });

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
