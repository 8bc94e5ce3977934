export function requestsOf(path: string, source: string): string[];
export function importViolations(sources: Map<string, string>): string[];
export function packageSources(): Promise<Map<string, string>>;
