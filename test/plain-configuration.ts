// For every test file: ClientLib is as a page finds it. Files share one global object, in which its configuration stands.
delete (globalThis as Record<string, unknown>)['clientlib.configuration'];
