/** The text of a response; of a long one, little more than its first characters, without reading the rest. */
export async function readBeginning({ body }: Response, characters: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= characters) continue;
    reader.cancel().catch(() => {});
    return text;
  }
}
