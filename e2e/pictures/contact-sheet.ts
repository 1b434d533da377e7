import sharp from 'sharp'

export interface Picture {
  name: string
  png: Buffer
}

const gap = 12
const caption = 28

/**
 * Sets pictures of one size side by side, each with its name above it.
 *
 * @param width of each picture on the sheet, in pixels
 * @returns a WebP
 */
export async function contactSheet(
  pictures: Picture[],
  { columns, width }: { columns: number; width: number },
): Promise<Buffer> {
  const small = await Promise.all(pictures.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()))
  const { height } = await sharp(small[0]!).metadata()
  const [cellWidth, cellHeight] = [width + gap, height + caption + gap]
  const place = (index: number) => ({
    left: gap + (index % columns) * cellWidth,
    top: gap + Math.floor(index / columns) * cellHeight,
  })
  const names = await Promise.all(pictures.map(({ name }) => captionOf(name, width)))
  return sharp({
    create: {
      width: gap + columns * cellWidth,
      height: gap + Math.ceil(pictures.length / columns) * cellHeight,
      channels: 3,
      background: '#8a8f98',
    },
  })
    .composite(
      pictures.flatMap((_, index) => {
        const { left, top } = place(index)
        return [
          { input: names[index]!, left, top },
          { input: small[index]!, left, top: top + caption },
        ]
      }),
    )
    .webp({ quality: 62, effort: 6 })
    .toBuffer()
}

function captionOf(name: string, width: number): Promise<Buffer> {
  const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${caption}"><text x="0" y="19" font-family="sans-serif" font-size="15" fill="#fff">${text}</text></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
