let position: string | null = null

/**
 * Keeps where the stream of events stood when the first answer was given: whoever follows from there misses nothing that
 * happened between it and the beginning of the stream.
 */
export function notePosition(headers: Headers) {
  position ??= headers.get('last-event-id')
}

/** The id of the last event that the first answer of this tab already tells of; null before there was one. */
export function firstPosition(): string | null {
  return position
}
