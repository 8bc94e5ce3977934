import { defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: the build runs in whatever folder a file host puts it.
  base: './',
  build: { rollupOptions: { input: ['index.html', 'thank-you.html'] }, target: 'es2022' },
});
