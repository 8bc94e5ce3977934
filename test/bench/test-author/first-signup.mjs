import { createSandbox } from 'clientlib-sandbox';
import { signUp } from './signup.mjs';

const sandbox = createSandbox({ seed: 'test' });
const started = process.cpuUsage();
const id = await signUp('http://sandbox', sandbox.fetch);
const { user, system } = process.cpuUsage(started);
sandbox.close();
console.log(id === undefined ? 'no contract' : (user + system) / 1_000);
