export function buildIsCurrent(): boolean;
export function ensureBuild(): void;
