import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { createLocalFileStorage, type FileStorage } from './file-storage.ts'
import { createS3FileStorage } from './s3-file-storage.ts'

/**
 * Opens the configured file storage.
 * @throws ConfigError when its bucket cannot be used
 */
export async function openFileStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  if (!s3) return createLocalFileStorage(join(dataDir, 'files'))
  const storage = createS3FileStorage(s3, join(dataDir, 'copies'))
  try {
    await storage.check()
  } catch (error) {
    const { name, message } = error as Error
    throw new ConfigError(`The bucket ${s3.bucket} of S3_BUCKET cannot be used: ${message || name}`)
  }
  return storage
}
