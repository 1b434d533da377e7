import { connectionOptions } from '@muster/server/database/session-settings.ts'
import Fastify from 'fastify'
import pg from 'pg'
import type { Statement } from './serve-muster.ts'

// The baseline: Fastify and pg with the same statements, without sign-in, checks and schemas.
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL!,
  max: 20,
  options: connectionOptions,
})
let statements: Statement[] = []
/** Names are unique to a recording. */
let round = 0

const app = Fastify()
app.get('/', async () => {
  const answers = []
  for (const { name, text, values } of statements)
    answers.push((await pool.query({ name: name && `${round}_${name}`, text, values })).rows)
  return answers
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send?.('ready')

process.on('message', (message) => {
  statements = message as Statement[]
  round += 1
  process.send?.('taken')
})
process.on('disconnect', () => void app.close().then(() => process.exit(0)))
