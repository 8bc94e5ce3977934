// For every test file: what a webhook and the fields of an address load when they are needed is loaded already. A sandbox
// may be closed and a page may be left while it loads, and what is loading when a file ends stays broken for all files
// after it in the same worker.
import '../sandbox/src/service/delivery/signature.ts';
import { loadAddress } from '../sdk/src/drop-in/load-address.ts';

await loadAddress();
