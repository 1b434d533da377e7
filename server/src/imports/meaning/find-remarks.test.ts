import type { ImportField } from '@muster/contract/import-fields.ts'
import { describe, expect, it } from 'vitest'
import { hasRemark } from './find-remarks.ts'

const remark = (field: ImportField, text: string) => hasRemark({ field, text, name: 'Jane Doe' })

describe('hasRemark', () => {
  it.each<[ImportField, string]>([
    ['fullName', 'Jane Doe (on holiday)'],
    ['fullName', 'Dr. Jane Doe'],
    ['fullName', 'Doe, Jane, RN'],
    ['fullName', 'Jane (Jenny) Doe'],
    ['fullName', 'Jane Doe [extern]'],
    ['fullName', 'Frau Jane Doe'],
    ['email', 'jane@x.org (private)'],
    ['email', 'private: jane@x.org'],
    ['email', 'Jane D. Smith <jane@x.org>'],
    ['email', 'mailto:jane@x.org?subject=Night%20shift'],
    ['email', 'jane@x.org - bounces'],
    ['phone', '+49 170 1234567 (evenings only)'],
    ['phone', '+49 170 1234567 nur abends'],
    ['phone', 'Mother: +49 170 1234567'],
    ['phone', 'WhatsApp +49 170 1234567'],
    ['phone', '030 901820 DW 12 (office)'],
    ['profileUrl', 'https://example.com/jane (own page)'],
    ['profileUrl', 'https://example.com/jane#skills'],
    ['profileUrl', 'https://www.linkedin.com/in/jane?locale=de_DE'],
    ['profileUrl', 'https://github.com/jane#projects'],
    ['appliedAt', '2024-12-31 10:20 CET'],
    ['appliedAt', '2024-12-31 10:20 by Tom'],
    ['doNotCall', 'Do not call before noon'],
    ['consent', '2024-03-01'],
  ])('finds one in a %s: %s', (field, text) => {
    expect(remark(field, text)).toBe(true)
  })

  it.each<[ImportField, string]>([
    ['fullName', 'Doe,  Jane'],
    ['fullName', 'DOE Jane'],
    ['fullName', 'Jané Doe'],
    ['email', ' Jane@X.org'],
    ['email', 'mailto:jane@x.org'],
    ['email', 'E-mail: jane@x.org'],
    ['email', 'Jane Doe <jane@x.org>'],
    ['email', 'jörg@müller.example'],
    ['phone', '+49 170 1234567'],
    ['phone', 'Mobile: +49 170 1234567'],
    ['phone', 'Tel. 030 901820'],
    ['phone', 'p:+13125550101'],
    ['phone', '312-555-0148 ext. 12'],
    ['phone', '312-555-0148x12'],
    ['phone', '030 901820 Durchwahl 12'],
    ['phone', '4.915123456789E+12'],
    ['phone', '📞 0151‑23456789'],
    ['profileUrl', 'https://www.linkedin.com/in/jane/de/?utm_source=share&trk=profile'],
    ['profileUrl', 'https://example.com/people?id=17&utm_source=x'],
    ['profileUrl', 'https://example.com/#/people/17'],
    ['appliedAt', 'Tue, 03 Jun 2023 14:00:00 +0000'],
    ['appliedAt', 'Tue Dec 31 2024 10:20:30 GMT+0100 (CET)'],
    ['appliedAt', '3 de junio de 2023'],
    ['appliedAt', '3 июня 2023 г.'],
    ['appliedAt', '2024-12-31 下午3:04'],
    ['appliedAt', '2024년 12월 31일'],
    ['appliedAt', '1/13/2016 2:05 p.m.'],
    ['appliedAt', 'Mittwoch, 3. Mai 2023 um 10:20'],
    ['doNotCall', 'do not call'],
    ['doNotCall', 'no'],
    ['consent', 'opted in'],
    ['notes', 'Anything (at all)'],
  ])('finds none in a %s: %s', (field, text) => {
    expect(remark(field, text)).toBe(false)
  })
})
