import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { paceUpload } from './pace-upload.ts'

it('a paced upload arrives whole, beside another of the same workspace', async () => {
  const files = [randomBytes(700_000), randomBytes(300_000)]
  const chunks = (file: Buffer) =>
    Readable.from(
      Array.from({ length: 10 }, (_, n) =>
        file.subarray((n * file.length) / 10, ((n + 1) * file.length) / 10),
      ),
    )
  const arrived = await Promise.all(files.map((file) => buffer(paceUpload('workspace', chunks(file)))))
  expect(arrived.map((file, n) => file.equals(files[n]!))).toEqual([true, true])
})

it('a paced upload that breaks off fails with its error', async () => {
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(10)
      throw new Error('The connection was lost.')
    })(),
  )
  await expect(buffer(paceUpload('workspace', broken))).rejects.toThrow('The connection was lost.')
})
