let position: string | null = null

/**
 * Stores the position of the event stream at the first response. Subscribing from there misses nothing that
 * happened between that response and the start of the stream.
 */
export function storePosition(headers: Headers) {
  position ??= headers.get('last-event-id')
}

/**
 * Returns the id of the last event that the first response of this tab includes; null before there was one.
 */
export function firstPosition(): string | null {
  return position
}
