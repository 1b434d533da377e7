import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkPdf } from './check-pdf.ts'

const megabytes = 1024 * 1024

/** A PDF whose objects are streams. */
function pdfOf(streams: readonly { dictionary: string; data: Buffer }[]): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...streams.flatMap(({ dictionary, data }, index) => [
      Buffer.from(`${index + 1} 0 obj\n<<${dictionary}>>\nstream\n`),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  ])
}

const deflated = (bytes: number) => ({
  dictionary: '/Filter/FlateDecode',
  data: deflateSync(Buffer.alloc(bytes)),
})
const refusal = { problem: 'too-large' }

describe('checkPdf', () => {
  it('accepts streams of up to 150 MB together', async () => {
    await expect(
      checkPdf(pdfOf([deflated(100 * megabytes), deflated(49 * megabytes)])),
    ).resolves.toBeUndefined()
  })

  it('refuses streams of more than 150 MB together', async () => {
    await expect(
      checkPdf(pdfOf([deflated(100 * megabytes), deflated(51 * megabytes)])),
    ).rejects.toMatchObject(refusal)
  })

  it.each(['/Filter[/FlateDecode/FlateDecode]', '/Filter[/Fl/LZW]', '/Filter[/Flate#44ecode/Flate#44ecode]'])(
    'refuses a stream that is compressed twice, as by %s',
    async (dictionary) => {
      const data = deflateSync(deflateSync('text'))
      await expect(checkPdf(pdfOf([{ dictionary, data }]))).rejects.toMatchObject(refusal)
    },
  )

  it('accepts two streams of which each is compressed once', async () => {
    await expect(checkPdf(pdfOf([deflated(10), deflated(10)]))).resolves.toBeUndefined()
  })

  it('refuses more than 20,000 streams', async () => {
    const stream = { dictionary: '', data: Buffer.from('x') }
    await expect(checkPdf(pdfOf(Array(20_001).fill(stream)))).rejects.toMatchObject(refusal)
  })
})
