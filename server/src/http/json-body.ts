import type { FastifyInstance } from 'fastify'
import { t } from '#texts'
import { AppError } from '../app-error.ts'

/** Parses JSON bodies only. An empty body is none, and `__proto__` keys are refused. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const [, charset] = /charset="?([\w-]+)/i.exec(request.headers['content-type'] ?? '') ?? []
    if (charset && !/^utf-?8$/i.test(charset))
      return done(new AppError('UNSUPPORTED_MEDIA_TYPE', t`Send JSON in UTF-8`))
    if (body.length === 0) return done(null, undefined)
    parse(request, body, (error, value) => {
      if (error) done(new AppError('BAD_REQUEST', t`The body is not valid JSON`))
      else done(null, value)
    })
  })
}
