// For every test file: what a webhook loads when it is sent is loaded already. A sandbox may be closed while it loads, and
// what is loading when a file ends stays broken for all files after it in the same worker.
import '../sandbox/src/service/delivery/signature.ts';
