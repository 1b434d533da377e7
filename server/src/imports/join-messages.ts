/** Joins messages to one text: several become sentences, a single one stays as it is. */
export function joinMessages(messages: readonly string[]): string {
  if (messages.length === 1) return messages[0]!
  return messages.map((message) => (message.endsWith('.') ? message : `${message}.`)).join(' ')
}
