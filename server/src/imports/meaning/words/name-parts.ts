/** Headers for the parts of a name beside first and last name, and for forms of address. See read-words.ts for the form. */
export const nameParts = `
middleName: middle name, middle names, middlename, mname, m name, middle initial, middle initials, mi, m i, middle, given name 2, first name 2, second given name, second forename, second first name, additional name, additional names, additional given names, other given names, other forenames, patronymic, patronym,
  zweiter vorname, zweitname, 2 vorname, 2ter vorname, weitere vornamen, weiterer vorname, mittelname, mittlerer name, vorname 2, namensvorsatz, vorsatzwort,
  deuxième prénom, second prénom, 2e prénom, 2ème prénom, autres prénoms, autre prénom, prénom 2, prénoms secondaires, particule,
  segundo nombre, otros nombres, 2 nombre, 2do nombre, nombre 2, nome do meio, segundo nome, secondo nome, altri nomi, nome 2,
  tussenvoegsel, tussenvoegsels, voorvoegsel achternaam, tweede voornaam, overige voornamen, middelste naam,
  drugie imię, imię drugie, druhé jméno, prostřední jméno, druhé meno, stredné meno, al doilea prenume, drugo ime, srednje ime,
  mellannamn, mellomnavn, mellemnavn, toinen nimi, toinen etunimi, muut etunimet, teine eesnimi, második keresztnév, második utónév, ikinci ad, ikinci isim, ikinci adı, göbek adı, orta ad,
  отчество, отчество кандидата, отчество при наличии, среднее имя, второе имя, по батькові, презиме, бащино име, средно име, средње име, очество, әкесінің аты,
  πατρώνυμο, μεσαίο όνομα, μεσαίο, الاسم الأوسط, الاسم الاوسط, اسم الأب, اسم الاب, الاسم الثاني, שם אמצעי, نام پدر, نام میانی, मध्य नाम, मध्यनाम, tên đệm, tên lót, chữ lót, chữ đệm, nama tengah, gitnang pangalan,
  中间名, 中間名, ミドルネーム, 중간 이름, 중간이름, 미들네임, ชื่อกลาง
middleName?: second name, further names, weitere namen
middleName~: middle name, middle initial, zweiter vorname, deuxième prénom, segundo nombre, отчество, по батькові
secondLastName: second last name, second surname, second family name, maternal surname, maternal last name, last name 2, surname 2, family name 2, additional last name,
  segundo apellido, apellido materno, apellido 2, 2 apellido, 2o apellido, 2do apellido, apellido segundo, apellido de la madre, materno, segundo sobrenome, sobrenome materno, último sobrenome, apelido materno, secondo cognome, cognome 2, cognome materno, deuxième nom de famille, second nom de famille, zweiter nachname, nachname 2, cognom 2, segon cognom
secondLastName~: segundo apellido, apellido materno, second last name, second surname
lastName: apellido 1, 1 apellido, 1er apellido, apellido primero, paterno, primer sobrenome, primeiro sobrenome, sobrenome paterno, paternal surname, paternal last name, first last name, first surname, last name 1, surname 1, cognome 1, nachname 1, primer cognom, cognom 1
nameSuffix: suffix, name suffix, suffixes, suffix name, last name suffix, surname suffix, generation suffix, generational suffix, generation, jr sr, sr jr, jr sr ii iii, jr sr iii, jr sr etc, suffix jr sr, suffix jr, suffix jr sr ii iii, name generation,
  namenszusatz, namenssuffix, namensendung, suffixe, suffixe du nom, suffixe nom, sufijo, sufijo del nombre, sufijo de nombre, sufixo, sufixo do nome, suffisso, suffisso del nome, achtervoegsel, achtervoegsel naam,
  sufiks, sufiks nazwiska, przyrostek nazwiska, přípona jména, prípona mena, sufix, sufix nume, namnsuffix, navnesuffiks, suffiks, etternavn suffiks, nimen pääte, névutótag, utótag, son ek, isim eki,
  суффикс, суффикс имени, суффикс фамилии, суфікс, суфикс, επίθημα, لاحقة, اللاحقة, لاحقة الاسم, סיומת, סיומת שם, प्रत्यय, नाम प्रत्यय, hậu tố, akhiran, 后缀, 姓名后缀, 后缀名, 後綴, 接尾辞, 名前の接尾辞, 접미사, 이름 접미사, คำต่อท้าย
salutation: salutation, salutations, prefix, name prefix, prefix name, honorific, honorific prefix, honorifics, courtesy title, form of address, mr mrs, mr mrs ms, mr ms, mr ms dr, title prefix, prefix title, personal title, academic title, title mr mrs, title mr ms, greeting,
  anrede, briefanrede, namenspräfix, akademischer titel, akad titel, akademischer grad, titel anrede, anrede titel, herr frau, civilité, titre de civilité, titre de politesse, civ, tratamiento, título de cortesía, saludo, prefijo, tratamento, pronome de tratamento, saudação, prefixo, appellativo, titolo di cortesia, saluto, prefisso, titolo accademico,
  aanhef, aanspreektitel, aanspreekvorm, dhr mevr, zwrot grzecznościowy, tytuł grzecznościowy, pan pani, oslovení, oslovenie, titul, titul před jménem, titul za jménem, titul pred menom, titul za menom, formula de adresare, apelativ, tilltal, tiltale, titulering, puhuttelu, megszólítás, hitap, hitap şekli, nagovor, naslov osebe,
  обращение, форма обращения, звернення, звертання, обръщение, προσφώνηση, التحية, صيغة المخاطبة, תואר, תואר פנייה, संबोधन, अभिवादन, danh xưng, xưng hô, sapaan, gelar, 称呼, 称谓, 稱謂, 稱呼, 敬称, 敬稱, 호칭, 존칭, คำนำหน้า, คำนำหน้าชื่อ, คำนำหน้านาม
`
