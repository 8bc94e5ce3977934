/** Returns the message of an error response of a sandbox. */
export async function readErrorMessage(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { Message: string }).Message ?? text;
  } catch {
    return `${response.status} ${text.slice(0, 200)}`;
  }
}
