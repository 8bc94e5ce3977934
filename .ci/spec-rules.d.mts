export interface Rule {
  id: string;
  section: string;
  text: string;
}
export function readRules(file?: string): Rule[];
export function rulesNamedBy(title: string, rules: Rule[]): string[];
