import { join } from 'node:path'
import { readConfig } from '../src/config/config.ts'
import { ConfigError } from '../src/config/config-error.ts'
import { copyFilesTo } from '../src/files/copy-files-to.ts'
import { createS3FileStorage } from '../src/files/s3-file-storage.ts'

/**
 * Copies the files of MUSTER_DATA_DIR into the bucket of S3_BUCKET. Run it while the server still uses its disk,
 * restart the server with S3_BUCKET, and run it again for files added in between. Nothing is removed.
 */
const config = readConfig(process.env)
if (!config.s3) throw new ConfigError('Set S3_BUCKET and what belongs to it')
const storage = createS3FileStorage(config.s3, join(config.dataDir, 'copies'))
await storage.check()
const { copied, known, bytes } = await copyFilesTo(storage, join(config.dataDir, 'files'), console.log)
console.log(
  `${copied} files copied (${(bytes / 2 ** 20).toFixed(1)} MB) and read back, ${known} were there already`,
)
