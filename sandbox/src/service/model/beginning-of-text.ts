/** The text of an answer; of a long one little more than its first characters. The rest is not read. */
export async function beginningOf({ body }: Response, characters: number): Promise<string> {
  if (body === null) return '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length <= characters) continue;
    reader.cancel().catch(() => {});
    return text;
  }
}
