import sharp from 'sharp'
import { t } from '#texts'
import { AppError, invalid } from '../http/app-error.ts'

const side = 256
/** As many as a good camera takes; more is refused by the head of the file, before a pixel is decoded. */
const mostPixels = 50_000_000
const taken = ['png', 'jpeg', 'webp']

// Pictures are rare and small: one at a time, and nothing of them is kept in memory.
sharp.concurrency(1)
sharp.cache(false)

/**
 * A picture as a square of its middle, upright, drawn anew as WebP: whatever else the file carried is gone.
 * @throws UNSUPPORTED_MEDIA_TYPE for what is no PNG, JPEG or WebP by its content, VALIDATION for what cannot be drawn
 */
export async function drawAvatar(content: Buffer): Promise<Buffer> {
  const options = { limitInputPixels: mostPixels, failOn: 'error', animated: false } as const
  const head = await sharp(content, options)
    .metadata()
    .catch(() => null)
  if (!head || !taken.includes(head.format ?? ''))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', t`Choose a PNG, JPEG or WebP picture`)
  if ((head.width ?? 0) * (head.height ?? 0) > mostPixels)
    throw invalid('avatar', t`The picture has too many pixels`)
  return sharp(content, options)
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 86 })
    .toBuffer()
    .catch(() => {
      throw invalid('avatar', t`The picture is broken`)
    })
}
