import { describe, expect, it } from 'vitest'
import { evaluate, readColumnFiles } from './fixtures/column-files.ts'

const leastAccuracy = 0.97
const mostQuestions = 0.05

describe('suggestMapping on files from elsewhere', () => {
  it.each(['unseen-columns.txt', 'known-columns.txt'])(
    'is right or asks for 97 %% of the columns of %s, a wrong mapping counted twice',
    (fileName) => {
      const { accuracy, columns, counts, failures, questions } = evaluate(readColumnFiles(fileName))
      if (failures.length > 0)
        console.warn(`${fileName}: ${failures.length} failures\n${failures.join('\n')}`)
      expect(columns).toBeGreaterThan(400)
      expect(accuracy, failures.join('\n')).toBeGreaterThanOrEqual(leastAccuracy)
      // Asking about everything would be right everywhere.
      expect(counts.asked / columns, questions.join('\n')).toBeLessThanOrEqual(mostQuestions)
    },
  )
})
