import Fastify from 'fastify'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { handleError } from './error-handler.ts'

/** Answers a call whose handler throws, and says whether the error was logged. */
async function answerTo(error: unknown) {
  let logged = false
  const app = Fastify()
  app.setErrorHandler((thrown, request, reply) => {
    request.log.error = () => {
      logged = true
    }
    handleError(thrown, request, reply)
  })
  app.get('/', () => {
    throw error
  })
  const { statusCode, headers, json } = await app.inject('/')
  return { status: statusCode, retryAfter: headers['retry-after'], ...json(), logged }
}

const ofDatabase = (code: string, constraint?: string) =>
  Object.assign(new pg.DatabaseError('a secret value', 0, 'error'), { code, constraint })

describe('an error of the database', () => {
  it.each([
    ['23505', 'companies_name_key', 409, 'A company with this name already exists'],
    ['23505', 'another_key', 409, 'This already exists'],
    ['23P01', 'another_exclusion', 409, 'This already exists'],
    ['23503', 'a_reference', 409, 'A linked record no longer exists. Reload the page and try again.'],
    ['23514', 'a_check', 422, 'A value is not allowed here'],
    ['22P02', undefined, 400, 'A value cannot be stored in this form'],
  ])('%s of %s is answered with what to do', async (code, constraint, status, message) => {
    expect(await answerTo(ofDatabase(code, constraint))).toMatchObject({ status, message, logged: false })
  })

  it('is a sentence and a line in the log when a query takes too long', async () => {
    const message = 'This took too long. Narrow your filters and try again.'
    expect(await answerTo(ofDatabase('57014'))).toMatchObject({ status: 503, message, logged: true })
  })

  it('that nobody foresaw is logged, and tells nothing of itself', async () => {
    expect(await answerTo(ofDatabase('42703'))).toEqual({
      ...{ status: 500, retryAfter: undefined, code: 'INTERNAL', details: null, logged: true },
      message: 'Something went wrong on our side',
    })
  })
})

describe('an error of the server', () => {
  it('says when to try again', async () => {
    const busy = new AppError('UNAVAILABLE', 'Busy', { retryAfterSeconds: 7 })
    expect(await answerTo(busy)).toMatchObject({ status: 503, retryAfter: '7', logged: true })
  })

  it.each([
    [400, 400, 'BAD_REQUEST'],
    [413, 400, 'BAD_REQUEST'],
    [500, 500, 'INTERNAL'],
    [502, 500, 'INTERNAL'],
  ])('of the framework with %i is answered with %i', async (statusCode, status, code) => {
    expect(await answerTo(Object.assign(new Error('secret'), { statusCode }))).toMatchObject({ status, code })
  })
})
