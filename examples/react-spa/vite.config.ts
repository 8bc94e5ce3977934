import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The merchant's back end (examples/merchant-backend), behind the same origin as the pages.
  server: { proxy: { '/accounts': process.env['BACKEND_URL'] ?? 'http://localhost:4402' } },
});
