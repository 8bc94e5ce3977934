import { setupServer } from 'msw/node';
import { handlers } from './handlers.mjs';
import { signUp } from './signup.mjs';

const server = setupServer(...handlers('http://sandbox'));
server.listen({ onUnhandledRequest: 'error' });
const started = process.cpuUsage();
const id = await signUp('http://sandbox', fetch);
const { user, system } = process.cpuUsage(started);
server.close();
console.log(id === undefined ? 'no contract' : (user + system) / 1_000);
