import sharp from 'sharp'
import { t } from '#texts'
import { AppError, invalid } from '../app-error.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'

const side = 256
/** As many as a good camera's. Larger images are refused by their header, before decoding. */
const maxPixels = 50_000_000
const taken = ['png', 'jpeg', 'webp']
/** The largest picture takes about two. */
const maxSeconds = 20

sharp.concurrency(1)
sharp.cache(false)

/**
 * A file of 400 kB can decode to 450 MB, in one of the four threads that also read files and hash. So pictures are
 * decoded one at a time.
 */
const acquire = createConcurrencyLimit({
  maxConcurrent: 1,
  maxPerWorkspace: 1,
  maxQueued: 100,
  maxQueuedPerWorkspace: 10,
  maxWaitMs: 45_000,
  refusal: () =>
    new AppError('UNAVAILABLE', t`Too many pictures are being processed. Try again in a moment.`, {
      retryAfterSeconds: 10,
    }),
})

async function render(content: Buffer): Promise<Buffer> {
  const options = { limitInputPixels: maxPixels, failOn: 'error', animated: false } as const
  const head = await sharp(content, options)
    .metadata()
    .catch(() => null)
  if (!head || !taken.includes(head.format ?? ''))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', t`Choose a PNG, JPEG or WebP picture`)
  if ((head.width ?? 0) * (head.height ?? 0) > maxPixels)
    throw invalid('avatar', t`The picture has too many pixels`)
  return sharp(content, options)
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 86 })
    .timeout({ seconds: maxSeconds })
    .toBuffer()
    .catch(() => {
      throw invalid('avatar', t`The picture is damaged`)
    })
}

/**
 * Crops a picture to its central square, rotates it upright and re-encodes it as WebP, which drops all metadata.
 * @throws UNSUPPORTED_MEDIA_TYPE for content that is not PNG, JPEG or WebP, VALIDATION for what cannot be decoded,
 * UNAVAILABLE when too many pictures are queued
 */
export async function renderAvatar(workspaceId: string, content: Buffer): Promise<Buffer> {
  const release = await acquire(workspaceId)
  try {
    return await render(content)
  } finally {
    release()
  }
}
