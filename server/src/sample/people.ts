/** Given and family names that go together, and the group's share. */
interface NameGroup {
  share: number
  given: readonly string[]
  family: readonly string[]
}

const split = (text: string) => text.trim().split(/\s+/)

/** Invented combinations of common names, as diverse as a city's workforce. */
export const nameGroups: readonly NameGroup[] = [
  {
    share: 30,
    given:
      split(`James Emily Michael Ashley Robert Jessica David Sarah Daniel Amanda Matthew Melissa Joshua Stephanie
      Andrew Nicole Justin Heather Ryan Megan Brandon Rachel Tyler Laura Kevin Amber Brian Kayla Noah Grace Caleb Hannah
      Ethan Brooke Logan Paige Dylan Morgan Cody Shelby`),
    family:
      split(`Smith Johnson Miller Davis Wilson Anderson Taylor Thomas Moore Martin Jackson Thompson White Harris
      Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell Roberts
      Turner Phillips Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy Bailey`),
  },
  {
    share: 20,
    given:
      split(`José María Luis Carmen Carlos Ana Juan Lucía Miguel Sofía Jorge Elena Pedro Gabriela Andrés Valeria
      Diego Camila Rafael Daniela Samuel Isabel Mateo Rosa Alejandro Paola Fernando Marisol Javier Ximena`),
    family:
      split(`García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez
      Díaz Reyes Cruz Morales Ortiz Gutiérrez Chávez Ramos Fernández Ruiz Mendoza Vargas Castillo Jiménez Moreno Romero
      Herrera Medina Aguilar`),
  },
  {
    share: 11,
    given:
      split(`Jamal Keisha Marcus Tanisha Darnell Aaliyah Terrence Imani DeShawn Latoya Andre Ebony Malik Jasmine
      Tyrone Kiara Isaiah Monique Xavier Brianna Jermaine Destiny Elijah Naomi`),
    family:
      split(`Washington Jefferson Williams Brown Jones Banks Booker Coleman Gaines Hayes Jenkins Joseph Mosley
      Franklin Gibson Dorsey Rivers Bryant Alexander Holloway Simmons Randle Boyd Whitaker`),
  },
  {
    share: 6,
    given:
      split(`Amara Kwame Chidi Ngozi Kofi Abena Emeka Ifeoma Yaw Efua Tunde Folake Sani Zainab Obinna Adaeze
      Kojo Akosua Uche Temitope`),
    family:
      split(`Okafor Mensah Adeyemi Owusu Nwosu Boateng Eze Asante Balogun Appiah Okonkwo Osei Ibrahim Danso
      Onyeka Agyeman Bello Amoah`),
  },
  {
    share: 7,
    given:
      split(`Priya Arjun Ananya Rohan Kavya Vikram Meera Sanjay Divya Rahul Neha Amit Pooja Karan Sunita Nikhil
      Lakshmi Imran Ayesha Farhan`),
    family:
      split(`Nair Mehta Patel Sharma Iyer Reddy Gupta Singh Kapoor Desai Joshi Menon Rao Khan Chaudhry Bhatt
      Pillai Malik`),
  },
  {
    share: 5,
    given: split(`Mei Wei Jun Hana Min-jun Yuki Li Jia Kenji Soo-ah Hao Xin Aiko Jin Ling Takeshi Yun Rei`),
    family: split(
      `Tanaka Chen Wang Kim Park Liu Zhang Sato Lee Huang Suzuki Lin Choi Wu Yamamoto Yang Kang Zhao`,
    ),
  },
  {
    share: 4,
    given: split(
      `Linh Minh Thuy Duc Lan Quang Maricel Joel Rowena Jomar Analyn Rico Trang Bao Cristina Arnel`,
    ),
    family: split(
      `Nguyen Tran Le Pham Hoang Santos Bautista Villanueva Dizon Manalo Vu Dang Salazar Aquino Bui Pascual`,
    ),
  },
  {
    share: 8,
    given:
      split(`Tomasz Agnieszka Piotr Katarzyna Ivan Jelena Daniel Oksana Andriy Magdalena Mirek Natalia Stefan Elena
      Radu Ioana Petar Milica Viktor Zofia`),
    family:
      split(`Zieliński Kowalski Petrov Horvat Nowak Wójcik Popescu Ionescu Kovalenko Shevchenko Jovanović Novák
      Dragić Wiśniewski Marković Bondarenko Lewandowski Stan`),
  },
  {
    share: 5,
    given:
      split(`Fatima Yusuf Omar Layla Hassan Noor Ahmed Samira Ali Rania Khalid Amina Mehmet Elif Tariq Huda Bilal
      Yasmin`),
    family:
      split(`Zahra Demir Haddad Nasser Yılmaz Saleh Mansour Farah Aziz Kaya Hamdan Rahman Khoury Abdi Osman Jaber
      Warsame Shahin`),
  },
  {
    share: 4,
    given:
      split(`Hanna Oliver Jonas Chloé Leo Ingrid Felix Astrid Lukas Amélie Sven Elise Mats Camille Emil Freya Hugo
      Margaux`),
    family:
      split(`Lindqvist Brandt Weber Martin Fischer Nilsen Sørensen Dubois Schäfer Larsson Berg Laurent Keller Holm
      Bergström Moreau Hofmann Dahl`),
  },
]

/** Returns the `number`-th person of a group. Every combination is used once before any is used twice. */
export function personName(group: number, number: number): { given: string; family: string; repeat: number } {
  const { given, family } = nameGroups[group]!
  const combinations = given.length * family.length
  // A step without a common factor with the number of combinations visits each of them.
  const place = (number * stepFor(combinations)) % combinations
  return {
    given: given[place % given.length]!,
    family: family[Math.floor(place / given.length)]!,
    repeat: Math.floor(number / combinations),
  }
}

function stepFor(count: number): number {
  let step = Math.floor(count * 0.618)
  while (greatestCommonDivisor(step, count) !== 1) step += 1
  return step
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  ı: 'i',
  æ: 'ae',
  đ: 'd',
  '’': "'",
}

/** Folds our names like SQL's `fold`: lower case, without accents. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøßıæđ’]/g, (letter) => plainLetters[letter]!)
}

/** Returns a name as it appears in an email address. */
export function plain(text: string): string {
  return fold(text).replace(/[^a-z]/g, '')
}
