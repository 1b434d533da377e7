/** Tells whether server/dist/readers is older than its sources. */
export function areReadersStale(): boolean
/** Builds server/dist/readers, which the processes that read files run; resolves to the exit code. */
export function buildReaders(): Promise<number>
