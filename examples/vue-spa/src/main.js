import { configure } from 'clientlib';
import { createApp } from 'vue';
import App from './App.vue';
import './app.css';

// Once, before anything of ClientLib is used: where the billing service is.
configure({ baseUrl: import.meta.env.VITE_SERVICE_URL ?? 'http://localhost:4400' });

createApp(App).mount('#app');
