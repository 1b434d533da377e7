/** Why the embedded PostgreSQL cannot be used; the message is one line for the operator. */
export class EmbeddedPostgresError extends Error {}

const meanings: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it does not exist and cannot be made',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'there is a file in its place',
}

/** Makes one line of a file system error about the data folder. */
export function cannotWrite(dataDir: string, error: unknown): EmbeddedPostgresError {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const why = meanings[code] ?? (error as Error).message
  return new EmbeddedPostgresError(
    `The data folder ${dataDir} cannot be written (${why}); set MUSTER_DATA_DIR to one that can.`,
  )
}
