import type { CountryCode } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { suggestPhoneCountry } from './suggest-phone-country.ts'

function suggest(
  headers: string,
  national: string[],
  workspace: CountryCode = 'US',
  more: { international?: string[]; rows?: [CountryCode, number][]; remembered?: CountryCode } = {},
) {
  const { international = [], rows = [], remembered = null } = more
  const samples = { headers: headers.split(','), national, international, rowCountries: new Map(rows) }
  return suggestPhoneCountry(samples, { workspace, remembered })
}

describe('suggestPhoneCountry', () => {
  it.each<[CountryCode, headers: string, numbers: string]>([
    ['AT', 'Vorname,Telefon', '0664 1234567|0699 81234567|01 5332277|0650 1234567'],
    ['CH', 'Vorname,Telefon', '079 123 45 67|044 668 18 00|078 234 56 78'],
    ['DE', 'Name,Phone', '015123456789|030901820|01701234567'],
    ['DE', 'Name,Telefon', '15123456789|30901820|1701234567'],
    ['FR', 'Prénom,Téléphone', '0612345678|0142685300'],
    ['ES', 'Nombre,Teléfono', '612 34 56 78|655 123 456|91 123 45 67'],
    ['MX', 'Nombre,Teléfono', '55 1234 5678|33 1234 5678|81 8345 6789'],
    ['PT', 'Nome,Telemóvel', '912 345 678|21 123 4567'],
    ['IT', 'Nome,Telefono', '347 123 4567|02 1234567|333 9876543'],
    ['NL', 'Naam,Telefoon', '06 12345678|020 1234567'],
    ['PL', 'Name,Phone', '600123456|512345678|790123456'],
    ['SE', 'Namn,Telefon', '070-123 45 67|08-123 456 78'],
    ['GB', 'Name,Phone', '07911 123456'],
    ['GB', 'Name,Phone', '07912 000101|020 7946 0958|07400 123456'],
    ['IE', 'Name,Phone', '085 123 4567|01 234 5678|087 765 4321'],
    ['IN', 'Name,Phone', '98765 43210|9812345678|9900123456|7012345678'],
    ['PK', 'Name,Phone', '0301 2345678|0321-1234567'],
    ['AU', 'Name,Phone', '0412 345 678|(02) 9374 4000'],
    ['ZA', 'Name,Phone', '082 123 4567|011 234 5678'],
    ['NG', 'Name,Phone', '0803 123 4567|0701 234 5678'],
    ['RU', 'ФИО,Телефон', '8 (912) 345-67-89|8 495 123 45 67'],
    ['JP', '氏名,電話', '090-1234-5678|03-1234-5678'],
    ['US', 'Name,Phone', '3125550148|6465550151|4155550152'],
  ])('finds %s for %s: %s, whatever the workspace', (country, headers, numbers) => {
    const workspace = country === 'US' ? 'DE' : 'US'
    expect(suggest(headers, numbers.split('|'), workspace).country).toBe(country)
  })

  it('goes by most of the numbers, not by the first', () => {
    const numbers = ['(312) 555-0148', ...Array.from({ length: 9 }, (_, n) => `06 12 34 56 0${n}`)]
    expect(suggest('Name,Phone', numbers)).toMatchObject({ country: 'FR', checked: 10, fitting: 9 })
  })

  it('goes by the countries of other rows and the codes of other numbers where several countries fit', () => {
    const numbers = ['0612345678', '0522221234']
    expect(suggest('Nom,Tel', numbers, 'US', { rows: [['MA', 5]] }).country).toBe('MA')
    expect(suggest('Nom,Tel', numbers, 'US', { international: ['+212 612 345678'] }).country).toBe('MA')
    expect(suggest('Nom,Tel', numbers).country).toBe('FR')
  })

  it('takes the workspace among countries that fit alike', () => {
    const numbers = ['0612345678', '0522221234']
    expect(suggest('Nom,Tel', numbers, 'MA').country).toBe('MA')
    expect(suggest('Name,Phone', ['0612345600', '0142685300', '0781234567'], 'FR').country).toBe('FR')
  })

  it('falls back on the workspace where no country fits', () => {
    expect(suggest('Name,Phone', ['000 111 2222'], 'NO')).toMatchObject({ country: 'NO', why: 'workspace' })
    expect(suggest('Name,Phone', [], 'NO')).toMatchObject({ country: 'NO', checked: 0 })
  })

  it('keeps what was chosen last, unless another country fits clearly more numbers', () => {
    const austrian = ['0664 1234567', '0699 81234567']
    expect(suggest('Vorname,Telefon', austrian, 'DE', { remembered: 'AT' })).toMatchObject({
      country: 'AT',
      why: 'remembered',
    })
    const american = ['(202) 555-0148', '(305) 555-0151']
    expect(suggest('Vorname,Telefon', american, 'DE', { remembered: 'AT' }).country).toBe('US')
  })
})
