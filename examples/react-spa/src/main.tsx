import { configure } from 'clientlib';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import './app.css';

// Once, before anything of ClientLib is used: where the billing service is.
configure({ baseUrl: import.meta.env.VITE_SERVICE_URL ?? 'http://localhost:4400' });

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
