/** What a sandbox says is wrong, for people. */
export async function errorMessageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { Message: string }).Message ?? text;
  } catch {
    return `${response.status} ${text.slice(0, 200)}`;
  }
}
