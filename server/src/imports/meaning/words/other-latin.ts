/** Headers in the other languages written in Latin letters. See read-words.ts for the form. */
export const otherLatin = `
# Polish
externalId: id kandydata, numer kandydata, identyfikator kandydata, id aplikanta, kod kandydata
externalId??: nazwa użytkownika, identyfikator
fullName: nazwisko i imię, imię nazwisko, nazwisko imię, imiona i nazwisko, imię i nazwisko kandydata, pełne imię i nazwisko, dane kandydata
fullName?: kandydatka, aplikant
fullName~: imię i nazwisko, jak się nazywasz
firstName: imiona, imię kandydata, pierwsze imię
lastName: nazwisko kandydata
lastName~: nazwisko
email: adres email, adres e mail, adres mailowy, e mail kandydata, poczta, poczta elektroniczna, mail kontaktowy, email kontaktowy, adres poczty elektronicznej
email~: e mail, email, adres mailowy, adres e mail
phone: nr telefonu, nr tel, numer tel, tel kom, tel komórkowy, telefon kontaktowy, numer kontaktowy, komórka, numer komórkowy, kontakt telefoniczny
phone~: telefon, telefonu, numer telefonu, komórkowy
profileUrl: profil linkedin, link do profilu, adres profilu, link do linkedin
profileUrl??: strona www, strona internetowa, portfolio link
location: miejsce zamieszkania, pełny adres, adres zamieszkania, lokalizacja, zamieszkanie, lokalizacja kandydata
location~: gdzie mieszkasz, miejsce zamieszkania
street: ulica, ulica i numer, ulica nr, ulica i nr domu
city: miasto zamieszkania, miejscowość zamieszkania
city~: w jakim mieście, jakie miasto
region: województwo, region, powiat
postalCode: kod
country: kraj zamieszkania, państwo
currentCompany: obecny pracodawca, aktualny pracodawca, pracodawca, obecna firma, ostatni pracodawca, aktualna firma, miejsce pracy, nazwa firmy
currentTitle: obecne stanowisko, aktualne stanowisko, zawód, ostatnie stanowisko, stanowisko obecne
currentTitle~: obecne stanowisko, aktualne stanowisko
position: aplikuje na stanowisko, oferta, oferta pracy, stanowisko na które aplikuje, nazwa stanowiska aplikacja, ogłoszenie, rekrutacja, nazwa rekrutacji, nazwa oferty, wakat, projekt rekrutacyjny, stanowisko aplikowane, aplikacja na
position~: aplikujesz, aplikuje, jakie stanowisko
status: etap, etap rekrutacji, status kandydata, status aplikacji, etap procesu, aktualny etap, status rekrutacji
status~: etap rekrutacji, status aplikacji, status kandydata
source: źródło aplikacji, źródło kandydata, kanał, skąd, źródło pozyskania, źródło rekrutacji, pochodzenie, portal
source~: skąd się, skąd o nas, dowiedziałeś, dowiedziałaś, trafiłeś, trafiłaś, znalazłeś, usłyszałeś
owner: rekruter, rekruterka, opiekun, opiekun kandydata, osoba odpowiedzialna, odpowiedzialny, właściciel, przypisany do, prowadzący, konsultant
owner~: rekruter
appliedAt: data aplikacji, data zgłoszenia, data aplikowania, data wysłania, data otrzymania, data wpłynięcia, data nadesłania, zgłoszono
appliedAt?: sygnatura czasowa, znacznik czasu, data dodania, data utworzenia, utworzono, dodano, data i godzina
appliedAt~: data aplikacji, data zgłoszenia
notes: notatki, notatka, komentarz, komentarze, dodatkowe informacje, spostrzeżenia, opis
notes??: powód odrzucenia, list motywacyjny, motywacja
notes~: coś jeszcze, dodatkowe informacje, uwagi
tags: umiejętności, kompetencje, tagi, słowa kluczowe, etykiety, kwalifikacje
doNotCall: nie dzwonić, nie kontaktować, nie dzwoń
doNotCall~: nie dzwonić, nie kontaktować
consent: zgoda, rodo, zgoda rodo, klauzula rodo, zgoda na przetwarzanie danych, zgoda na przetwarzanie danych osobowych, zgody, klauzula, przetwarzanie danych
consent~: zgoda, wyrażam zgodę, zgadzam się, rodo, przetwarzanie danych
ornaments: kandydata kandydatki twoje twój twoja pana pani
fillers: na w do z ze o i lub oraz od po za dla jak jaki jaka jakie jaką gdzie kiedy skąd co czy się jest są masz mam twój twoje twoja nas nam nami u ja proszę podaj wpisz wybierz prosimy o
others: przełożony przełożonego kierownik menedżer wypadek nagły awaryjny kontaktowa polecający polecony polecenia referencje ojciec ojca matka matki małżonek urodzenia urodzony wiek płeć obywatelstwo narodowość cywilny pesel nip dowód wynagrodzenie finansowe oczekiwania zarobki stawka pensja wypowiedzenia dostępność dostępny rozpoczęcia zatrudnienia zakończenia rozmowy ostatnia ostatni modyfikacji aktualizacji zmiany usunięcia ważności lat lata doświadczenie wykształcenie edukacja prawo jazdy relokacja preferowane preferowany drugi inny inne dodatkowy poprzedni poprzednie typ rodzaj liczba hasło ocena punkty załącznik plik zdjęcie powód język języki zmiana godziny faks www branża
things: firmy klient klienta agencja dział oddział biuro szkoła uczelnia uniwersytet rekrutera rekruter ogłoszenia oferty kampania formularz miejsce

# Czech and Slovak
externalId: id kandidáta, id uchazeče, číslo uchazeče, číslo kandidáta
fullName: příjmení a jméno, celé jméno, jméno uchazeče, jméno kandidáta, jméno příjmení, příjmení jméno, meno a priezvisko, priezvisko a meno, celé meno, meno uchádzača
fullName?: kandidát, uchádzač, zájemce
fullName~: jméno a příjmení, celé jméno, jak se jmenujete, meno a priezvisko
plainName: meno
firstName: křestní jméno, křestní, krstné meno
lastName: priezvisko
lastName~: příjmení, priezvisko
email: emailová adresa, e mailová adresa, mailová adresa, e mail uchazeče, elektronická adresa, kontaktní e mail, e mailova adresa
email~: e mail, email, emailová, mailová
phone: telefonní číslo, tel číslo, mobilní telefon, číslo telefonu, číslo mobilu, telefonní kontakt, kontaktní telefon, mobilní číslo, telefónne číslo, mobilný telefón, číslo na mobil
phone~: telefon, telefonní, mobil, telefón, telefónne
profileUrl: profil linkedin, odkaz na profil, linkedin odkaz
location: bydliště, adresa bydliště, místo bydliště, celá adresa, lokalita, trvalé bydliště, bydlisko, miesto bydliska, kontaktní adresa
location?: adresa
location~: kde bydlíte, kde bydlíš, místo bydliště, kde bývate
street: ulice, ulice a číslo, ulice a č p, ulica a číslo
city: obec, město bydliště
region: okres, region kraj
postalCode: směrovací číslo, poštovní směrovací číslo
country: stát, krajina, štát, země bydliště
currentCompany: současný zaměstnavatel, zaměstnavatel, stávající zaměstnavatel, současná firma, aktuální zaměstnavatel, poslední zaměstnavatel, společnost, súčasný zamestnávateľ, zamestnávateľ, spoločnosť
currentTitle: současná pozice, aktuální pozice, povolání, stávající pozice, poslední pozice, profese, súčasná pozícia, povolanie
position: název pozice, pozice na kterou se hlásí, inzerát, název inzerátu, volné místo, pracovní pozice, volná pozice, požadovaná pozice, hlásí se na, výběrové řízení, nabídka práce, názov pozície, ponuka, pracovná pozícia
position?: pozícia
position~: hlásíte, hlásíš, ucházíte, ucházíš, na jakou pozici, o jakou pozici, na akú pozíciu
status: stav uchazeče, stav kandidáta, fáze, fáze výběru, krok, etapa výběru, stav výběrového řízení, fáza
source: zdroj uchazeče, zdroj kandidáta, odkud, zdroj reakce, kanál, portál
source~: dozvěděl, jak jste se o nás, jak jste nás, odkud o nás, kde jste se, dozvedeli
owner: náborář, personalista, personalistka, přiřazeno, odpovědná osoba, vlastník, zodpovědná osoba, konzultant, náborár
appliedAt: datum odpovědi, datum reakce, datum přihlášení, datum žádosti, datum přijetí, datum odeslání, datum podání, přihlásil se, datum prihlásenia, dátum reakcie, dátum žiadosti
appliedAt?: časové razítko, časová značka, datum vytvoření, vytvořeno, přidáno, datum přidání, dátum, dátum vytvorenia
notes: poznámka, komentář, komentáře, interní poznámka, doplňující informace, komentár
notes~: poznámky, ještě něco, chcete dodat
tags: dovednosti, znalosti, štítky, klíčová slova, schopnosti, kompetence, zručnosti
doNotCall: nevolat, nekontaktovat, nevolať, nekontaktovať
consent: souhlas, souhlas gdpr, souhlas se zpracováním, souhlas se zpracováním osobních údajů, zpracování osobních údajů, súhlas, súhlas gdpr
consent~: souhlas, souhlasím, zpracováním osobních, súhlasím
fillers: a i nebo na do od o u v ve z ze s se si pro jak jaký jaká jaké kde kdy kdo co je jsou jste jsi váš vaše vaši tvoje tvůj nás nám uveďte zadejte prosím vyplňte
others: nadřízený vedoucí manažer nouzový nouze reference doporučil doporučení otec matka manžel manželka narození narozen věk pohlaví občanství národnost rodinný rodné číslo rč dič mzda mzdová platová plat očekávání výpovědní dostupnost nástup nástupu ukončení konec pohovoru pohovor poslední změna změny aktualizace úpravy smazáno platnost let praxe vzdělání zkušenosti řidičský průkaz stěhování preferovaný preferovaná druhý jiný další předchozí typ počet heslo hodnocení příloha soubor fotka životopis důvod jazyk jazyky úvazek směna fax web obor narodenia
things: zaměstnavatel firma firmy klient zákazník agentura oddělení pobočka kancelář škola univerzita pracoviště inzerátu formulář

# Turkish
externalId: aday no, aday id, aday numarası, aday kodu, başvuru sahibi no
externalId??: kullanıcı adı, başvuru no, sicil no
fullName: adı soyadı, isim soyisim, ad soyadı, adınız soyadınız, aday adı soyadı, isim soyad, tam ad, tam adı, aday adı, adı ve soyadı, ad ve soyad, isim ve soyisim
fullName?: başvuran
fullName~: adınız soyadınız, adınız ve soyadınız, ad soyad, adı soyadı, isim soyisim
plainName: isim
firstName: adınız, ilk ad, isminiz, ön ad
lastName: soyisim, soyadınız, soy ad, soy isim
email: e posta, eposta, e posta adresi, e posta adresiniz, mail adresi, mail adresiniz, eposta adresi, elektronik posta, mail, e mail adresi
email~: e posta, eposta, mail adresi, mail adresiniz, email
phone: telefon no, cep tel, gsm, gsm no, cep no, cep telefonu numarası, iletişim numarası, telefon numaranız, cep telefonunuz, tel no, iletişim telefonu, mobil telefon, cep numarası, irtibat numarası, irtibat telefonu, whatsapp numarası
phone~: telefon, telefonu, telefonunuz, numaranız, gsm, hangi numaradan
profileUrl: linkedin profili, linkedin adresi, profil linki, linkedin linki, linkedin profiliniz
profileUrl??: web sitesi, kişisel web sitesi
location: açık adres, ikamet adresi, ikametgah, yaşadığı yer, konum, ev adresi, ikamet yeri, adresi, ikamet, lokasyon
location~: nerede yaşıyorsunuz, nerede oturuyorsunuz, ikamet
street: sokak, cadde, cadde sokak
city: yaşadığı şehir, ikamet ettiği şehir, yaşadığınız şehir, ikamet şehri, bulunduğu şehir, şehir il, ikamet ili, yaşadığı il
city~: hangi şehirde, şehir
region: ilçe, bölge, eyalet, semt, ilçe semt
postalCode: pk
country: yaşadığı ülke, ikamet ettiği ülke
currentCompany: mevcut şirket, çalıştığı şirket, son çalıştığı şirket, mevcut işyeri, firma adı, çalıştığı firma, son işyeri, son çalıştığı firma, mevcut firma, şu anki şirket, son şirket
currentTitle: mevcut pozisyon, mevcut unvan, meslek, mesleği, unvan, unvanı, son pozisyon, mevcut görev, görevi, şu anki pozisyon
position: başvurulan pozisyon, başvurduğu pozisyon, başvuru pozisyonu, ilan, ilan adı, ilan başlığı, başvurulan ilan, başvurduğu ilan, başvurulan iş, talep edilen pozisyon, istenen pozisyon, iş ilanı, açık pozisyon, başvurduğunuz pozisyon
position?: görev, pozisyon adı
position~: hangi pozisyona, hangi pozisyon için, başvuruyorsunuz, başvurmak, başvurduğunuz, hangi pozisyon
status: başvuru durumu, aday durumu, aşama, süreç, süreç durumu, statü, durumu, süreç aşaması, işe alım aşaması
source: başvuru kaynağı, aday kaynağı, kanal, nereden, başvuru kanalı, kaynağı
source~: nereden duydunuz, nasıl duydunuz, bizi nereden, bizi nasıl, haberdar, nereden öğrendiniz
owner: sorumlu, sorumlu kişi, işe alım uzmanı, ik uzmanı, danışman, atanan, atanan kişi, ilgilenen, kayıt sahibi, ik sorumlusu, aday sorumlusu
appliedAt: başvuru tarihi, başvurma tarihi, başvuru zamanı, gönderim tarihi, başvuru yapılan tarih, geliş tarihi
appliedAt?: zaman damgası, kayıt tarihi, oluşturma tarihi, eklenme tarihi, tarih, oluşturulma tarihi
notes: not, notlar, açıklama, açıklamalar, yorum, yorumlar, görüş, düşünceler, ek bilgi, ik notu, değerlendirme notu
notes~: eklemek istediğiniz, notlar, açıklama
tags: yetenekler, beceriler, etiketler, anahtar kelimeler, yetkinlikler, nitelikler, etiket
doNotCall: aramayın, aranmasın, iletişime geçmeyin, aramayınız
consent: kvkk, kvkk onayı, kvkk izni, onay, açık rıza, açık rıza onayı, aydınlatma metni, rıza, izin, kişisel veri onayı
consent~: kvkk, onaylıyorum, kabul ediyorum, açık rıza, kişisel verilerimin
ornaments: aday adayın adayı
fillers: ve veya ile için bir bu hangi ne nerede nereden nasıl kim kaç mi mı lütfen yazınız yazın giriniz belirtiniz sizin sizi size bizi bize biz misiniz mısınız
others: yönetici yöneticisi müdür müdürü acil referans referansı öneren tavsiye baba babası anne annesi eş eşi veli doğum yaş cinsiyet uyruk medeni hal tc kimlik tckn vergi maaş ücret beklentisi beklenti ihbar müsaitlik başlama başlangıç bitiş giriş çıkış işe mülakat görüşme son güncelleme değişiklik güncellenme silindi geçerlilik yıl deneyim tecrübe eğitim mezuniyet okul ehliyet askerlik taşınma tercih tercihi ikinci diğer alternatif önceki tür türü tip sayısı şifre puan skor ek dosya fotoğraf özgeçmiş cv neden sebep dil diller vardiya faks web sektör
things: firma firması müşteri ajans departman şube ofis üniversite ilan işyeri kampanya

# Romanian
externalId: id candidat, cod candidat, număr candidat
fullName: nume complet, nume și prenume, numele complet, nume prenume, prenume și nume, nume candidat, numele candidatului, numele și prenumele
fullName~: nume și prenume, numele complet, cum te numești, cum vă numiți, nume complet
firstName: prenumele
lastName: nume de familie, numele de familie
email: adresă de email, adresă email, adresa de email, adresa email, e mail, adresă de e mail, poștă electronică
email~: e mail, email
phone: nr telefon, nr de telefon, numărul de telefon, telefon mobil, telefon de contact, număr telefon, număr de contact
phone~: telefon
location: domiciliu, adresă completă, locație, reședință, adresa de domiciliu, domiciliul
location~: unde locuiești, unde locuiți
street: stradă, strada, strada și numărul
city: localitate, orașul, oraș de domiciliu, localitatea, oraș localitate
region: județ, județul, regiune
postalCode: codul poștal
country: țara de reședință
currentCompany: angajator actual, companie actuală, angajator, firma actuală, loc de muncă actual, ultimul angajator, compania actuală
currentTitle: funcție actuală, poziție actuală, ocupație, profesie, post actual, funcția actuală, ultima funcție
position: post dorit, postul dorit, postul vizat, post vizat, poziția dorită, poziție dorită, anunț, aplică pentru, job aplicat, poziția pentru care aplică, denumirea postului, post vacant, poziția vizată, locul de muncă dorit
position?: poziție, poziția, postul
position~: aplicați, aplici, ce post, ce poziție, postul dorit
status: stare, stadiu, etapă, status candidat, stadiul, starea candidaturii, etapa
source: canal, sursa candidaturii, sursă candidat, sursa de recrutare
source~: aflat despre, auzit de noi, auzit despre, ai găsit, ați găsit
owner: recrutor, recruiter responsabil, persoană responsabilă, alocat, responsabil
appliedAt: data aplicării, data aplicarii, data candidaturii, data depunerii, data înscrierii, data trimiterii, data primirii, aplicat la
appliedAt?: marcaj de timp, data creării, creat la, adăugat la, data adăugării
notes: observații, comentarii, comentariu, mențiuni, note interne, notițe, alte informații
tags: competențe, abilități, aptitudini, cuvinte cheie, etichete
doNotCall: nu sunați, nu suna, nu contactați
consent: acord, consimțământ, acord gdpr, consimțământ gdpr, acord prelucrare date, prelucrarea datelor
consent~: sunt de acord, acord, consimțământ, prelucrarea datelor
fillers: și sau la de pe cu în din pentru ce care cum unde când cine este sunt ești vă te ne noi nostru tău dumneavoastră vrei doriți
others: manager șef urgență referințe referință recomandat tată mamă soț soție nașterii naștere vârstă sex naționalitate cetățenie stare civilă cnp salariu salarial salarială așteptări preaviz disponibilitate începere angajare sfârșit interviu ultima modificare modificării actualizare ani experiență studii educație permis conducere relocare preferat alternativ altul tip număr parolă evaluare scor cv fișier motiv limbă limbi program fax site
things: client agenție departament filială birou școală universitate angajatorului loc

# Hungarian
externalId: jelölt azonosító, jelentkező azonosító, jelölt id
fullName: teljes név, jelentkező neve, jelölt neve, pályázó neve, vezetéknév és keresztnév
fullName?: jelentkező, pályázó
firstName: utónév
lastName: családnév, családi név
email: e mail cím, email cím, e mail címe, emailcím
email~: e mail, email
phone: mobilszám, mobiltelefon, telefonszáma, elérhetőség telefon, tel szám, mobil telefonszám
phone~: telefonszám, telefon, mobil
location: lakcím, lakhely cím, lakóhely, tartózkodási hely, lakhely
location~: hol lakik, hol laksz, lakóhely
street: utca, utca házszám
city: település, lakóhely város
region: megye, régió
postalCode: irsz
currentCompany: jelenlegi munkahely, munkáltató, jelenlegi munkáltató, jelenlegi cég, munkahely, utolsó munkahely
currentTitle: jelenlegi pozíció, foglalkozás, jelenlegi munkakör, szakma, jelenlegi beosztás
position: megpályázott pozíció, megpályázott állás, pályázott pozíció, pályázott állás, megpályázott munkakör, állás, állás neve, álláshirdetés, hirdetés, pályázott munkakör
position?: munkakör, beosztás
position~: jelentkezik, jelentkezel, pályázik, milyen pozíció, melyik pozíció
status: státusz, fázis, jelentkezés állapota, szakasz
source: jelentkezés forrása, csatorna, honnan
source~: honnan hallott, honnan értesült, hol hallott, hogyan talált
owner: toborzó, felelős, hr felelős, kapcsolattartó hr
appliedAt: jelentkezés dátuma, jelentkezés ideje, pályázat dátuma, beérkezés dátuma, beküldés dátuma, jelentkezés időpontja
appliedAt?: időbélyeg, dátum, létrehozva, létrehozás dátuma
notes: megjegyzés, megjegyzések, jegyzet, jegyzetek, egyéb, komment
tags: készségek, képességek, címkék, kulcsszavak, kompetenciák
doNotCall: ne hívja, ne hívják, nem hívható
consent: hozzájárulás, adatkezelési hozzájárulás, gdpr hozzájárulás, beleegyezés, adatkezelési nyilatkozat
consent~: hozzájárulok, elfogadom, adatkezelés
fillers: a az és vagy mi milyen melyik hol mikor hogyan honnan ki kérjük adja meg az ön öné
others: felettes vezető vészhelyzet sürgősségi referencia ajánló apja anyja anyja leánykori születési született születés kor életkor nem neme állampolgárság családi taj adóazonosító fizetés fizetési bér bérigény felmondási kezdés kezdési belépés kilépés interjú utolsó módosítás módosítva frissítve érvényesség év tapasztalat végzettség iskola jogosítvány költözés második egyéb típus darab jelszó értékelés önéletrajz fájl ok nyelv műszak fax
things: cég ügyfél ügynökség osztály iroda iskola egyetem munkavégzés hirdetés

# Swedish, Danish, Norwegian
externalId: kandidat id, kandidatnummer, sökande id, ansøger id, ansøgernummer, søker id
fullName: för och efternamn, fullständigt namn, hela namnet, kandidatens namn, sökandes namn, fulde navn, for og efternavn, ansøgers navn, fullt navn, for og etternavn, kandidatnavn, fornavn og etternavn
fullName?: sökande, ansøger, søker
fullName~: fullständigt namn, vad heter du, hvad hedder du, hva heter du, fulde navn, fullt navn, ditt namn, dit navn, ditt navn
firstName: tilltalsnamn
firstName~: förnamn, fornavn
lastName: släktnamn
lastName~: efternamn, efternavn, etternavn
email: e post, e postadress, epost, epostadress, mejl, mejladress, mailadress, e post adress, mailadresse, e mailadresse, epostadresse, e postadresse
email~: e post, epost, mejl, mailadress, mailadresse, e postadress
phone: mobilnummer, mobiltelefon, mobiltelefonnummer, tlf, tlf nr, telefonnr, mobilnr, telefon mobil, mobil nr
phone~: telefonnummer, telefon, mobilnummer, mobil
profileUrl: linkedin profil, länk till linkedin, linkedin länk
profileUrl??: hemsida, hjemmeside, webbplats, nettside
location: bostadsadress, bostadsort, hemadress, bopæl, bosted, fuldstændig adresse, plats, nuværende adresse
location~: var bor du, hvor bor du
street: gata, gatuadress, gade, gateadresse, vej, gatenavn
city: postort, bostadsort stad, poststed, bopælsby, hemort
region: län, landskap, fylke, region kommun
postalCode: postnr, post nr
country: bosättningsland
currentCompany: nuvarande arbetsgivare, arbetsgivare, nuvarande företag, nuværende arbejdsgiver, arbejdsgiver, nåværende arbeidsgiver, arbeidsgiver, senaste arbetsgivare, seneste arbejdsgiver, virksomhed
currentTitle: nuvarande titel, nuvarande befattning, yrke, nuvarande roll, nuværende stilling, nåværende stilling, nuvarande tjänst, nuværende titel, befattning
position: sökt tjänst, sökt befattning, sökt roll, annons, jobbannons, ansökt tjänst, ansökan till, ansøgt stilling, stillingsannonce, søkt stilling, stillingstittel søkt, jobannonce, stillingsopslag, søker på, utlyst stilling, söker tjänst
position?: stillingstitel, befattning sökt, jobb, stillingstittel
position~: söker du, ansøger du, søker du på, søger du, vilken tjänst, vilket jobb, hvilken stilling
status: ansökningsstatus, steg, fas, ansøgningsstatus, trin, søknadsstatus, rekryteringssteg, kandidatstatus
source: kanal, ansökningskälla, rekryteringskanal, rekrutteringskanal
source~: hörde du talas, hittade du oss, fick du reda, hørte du om, fandt du, fant du, hört talas om
owner: rekryterare, ansvarig, ansvarig rekryterare, rekrutterer, ansvarlig, tilldelad, konsultchef
appliedAt: ansökningsdatum, ansökt, ansökan inkom, ansøgningsdato, ansøgt den, søknadsdato, datum för ansökan, dato for ansøgning, inkommen, søkt dato, inskickad, ansökan mottagen
appliedAt?: tidsstämpel, tidsstempel, skapad, skapad datum, oprettet, opprettet, dato, datum skapad, oprettelsesdato
notes: anteckning, kommentarer, notater, bemærkninger, anmärkning, merknad, kommentar, övrigt, øvrigt
notes~: övrigt, annat du vill, andet du vil
tags: kompetenser, färdigheter, kompetencer, kompetanse, nyckelord, taggar, ferdigheter, stikord
doNotCall: ring inte, ring ikke, kontakta inte, kontakt ikke, ring ej
consent: samtycke, samtykke, gdpr samtycke, godkännande, personuppgifter, samtycke gdpr
consent~: samtycker, godkänner, samtykker, accepterer, jag godkänner
fillers: och eller i på av till för från med om är vad var när hur vilken vilket vem du din ditt dina ni er vi oss jag mig min mitt vänligen ange skriv hvad hvor hvornår hvordan hvilken hvilket hvem din dit dine vi os jeg mig venligst angiv og af til fra som den det en ett et nuvarande
others: chef chefen chefens närmaste nödfall anhörig närstående pårörende pårørende referens referenser referent referenter referanse referanser far mor mamma pappa födelsedatum född födelse fødselsdato fødselsdag født personnummer fødselsnummer cpr ålder alder kön køn kjønn nationalitet medborgarskap statsborgerskab civilstånd lön løn lønn löneanspråk uppsägningstid opsigelse tillgänglig tilgjengelig tilträde startdatum startdato slutdatum slutdato anställning anställd ansat ansatt intervju samtale senast sidst sist ändrad uppdaterad opdateret oppdatert raderad år erfarenhet erfaring utbildning uddannelse utdanning körkort kørekort førerkort flytta önskad ønsket föredragen annan anden annen tidigare typ type antal antall lösenord betyg vurdering cv bilaga fil foto skäl språk sprog tjenestested tjänstgöring fax hemsida bransch
things: företaget firma kund kunde byrå avdelning afdeling avdeling kontor skola universitet arbetsplats arbejdssted tjänsteställe

# Finnish
fullName: koko nimi, hakijan nimi, etu ja sukunimi, sukunimi ja etunimi
firstName: kutsumanimi
email: sähköposti, sähköpostiosoite
phone: puh, matkapuhelinnumero
location: asuinpaikka
street: katuosoite, lähiosoite
city: paikkakunta, asuinkunta, postitoimipaikka, asuinpaikkakunta
region: maakunta
country: asuinmaa
currentCompany: nykyinen työnantaja, työnantaja
currentTitle: nykyinen tehtävä, ammatti, nykyinen työtehtävä
position: haettu tehtävä, haettava tehtävä, haettava työ, avoin tehtävä, haettu paikka
position?: tehtävänimike
status: vaihe, hakemuksen tila
source: mistä kuulit, hakukanava, mistä kuulit meistä
owner: rekrytoija, vastuuhenkilö
appliedAt: hakupäivä, hakemuspäivä, hakemus saapunut, hakemuksen päivämäärä, lähetetty, saapumispäivä
appliedAt?: aikaleima, luotu, päivämäärä
notes: huomautukset, muistiinpanot, kommentit, lisätiedot, huomiot, kommentti
tags: taidot, osaaminen, avainsanat
consent: suostumus, tietosuoja, tietosuojasuostumus
others: esimies hätä syntymäaika syntymäpäivä syntynyt ikä sukupuoli kansalaisuus henkilötunnus palkka palkkatoive irtisanomisaika aloituspäivä alkaen haastattelu muokattu päivitetty koulutus kokemus ajokortti suosittelija

# Vietnamese
externalId: mã ứng viên, id ứng viên, mã số ứng viên
externalId??: tên đăng nhập, mã hồ sơ
fullName: họ và tên, họ tên, tên ứng viên, họ tên ứng viên, tên đầy đủ, họ và tên ứng viên, tên đầy đủ ứng viên
fullName?: ứng viên
plainName: tên
fullName~: họ và tên, họ tên, tên của bạn, tên đầy đủ, bạn tên là gì
firstName: tên gọi, tên riêng
lastName: họ, họ và tên đệm, họ đệm
email: địa chỉ email, thư điện tử, email liên hệ, hòm thư
email~: email, thư điện tử
phone: số điện thoại, điện thoại, sđt, số đt, di động, số di động, đt, số điện thoại liên hệ, điện thoại di động, đtdđ, số liên hệ, số zalo
phone~: số điện thoại, điện thoại, sđt, di động, liên lạc với bạn qua số
location: địa chỉ, nơi ở, nơi ở hiện tại, địa chỉ hiện tại, chỗ ở hiện tại, khu vực, nơi sống, địa chỉ liên hệ, địa chỉ thường trú, nơi cư trú
location~: bạn đang sống ở đâu, sống ở đâu, nơi ở hiện tại
street: đường, số nhà, tên đường
city: thành phố, tỉnh thành phố, thành phố đang sống, tỉnh thành
region: tỉnh, quận huyện, quận, huyện, vùng
postalCode: mã bưu điện, mã bưu chính
country: quốc gia, nước
currentCompany: công ty hiện tại, công ty, công ty gần nhất, nơi làm việc hiện tại, đơn vị công tác, nơi làm việc
currentTitle: chức danh hiện tại, chức vụ hiện tại, vị trí hiện tại, nghề nghiệp, chức vụ, chức danh, công việc hiện tại
position: vị trí ứng tuyển, vị trí dự tuyển, công việc ứng tuyển, tin tuyển dụng, vị trí mong muốn, chức danh ứng tuyển, vị trí tuyển dụng, tên công việc
position?: vị trí
position~: ứng tuyển vị trí, vị trí nào, vị trí bạn
status: trạng thái, giai đoạn, tình trạng, trạng thái ứng viên, vòng, vòng tuyển dụng, tình trạng hồ sơ, vòng phỏng vấn
source: nguồn, nguồn ứng viên, kênh, nguồn tuyển dụng, kênh tuyển dụng, nguồn hồ sơ
source~: biết đến chúng tôi, biết đến công ty, qua đâu, biết thông tin, từ đâu, qua kênh nào
owner: người phụ trách, phụ trách, nhân viên tuyển dụng, chuyên viên tuyển dụng, hr phụ trách
appliedAt: ngày ứng tuyển, ngày nộp, ngày nộp hồ sơ, ngày nộp đơn, thời gian ứng tuyển, ngày nhận hồ sơ, ngày apply, ngày nộp cv, thời gian nộp
appliedAt?: dấu thời gian, ngày tạo, ngày, thời gian, thời gian tạo
notes: ghi chú, nhận xét, ý kiến, bình luận, lưu ý
tags: kỹ năng, từ khóa, thẻ, nhãn
doNotCall: không gọi, không liên hệ
consent: đồng ý, chấp thuận, đồng ý xử lý dữ liệu
consent~: tôi đồng ý, bạn có đồng ý
ornaments: ứng viên của bạn
fillers: của bạn là gì và hoặc cho với ở tại nào tôi chúng vui lòng nhập điền xin
others: người quản lý khẩn cấp tham chiếu giới thiệu cha mẹ bố sinh ngày sinh tuổi giới tính quốc tịch hôn nhân cmnd cccd lương mức lương mong muốn thử việc bắt đầu kết thúc phỏng cập nhật sửa đổi kinh nghiệm học vấn bằng cấp trình độ khác loại mật khẩu điểm lý do ngoại ngữ

# Indonesian and Malay
externalId: id kandidat, id pelamar, nomor pelamar, kode pelamar, id calon
externalId??: nama pengguna
fullName: nama lengkap, nama pelamar, nama kandidat, nama penuh, nama calon
fullName?: kandidat, pelamar, calon
plainName: nama
fullName~: nama lengkap, siapa nama, nama anda, nama penuh
firstName: nama depan, nama pertama
lastName: nama belakang, nama keluarga
email: alamat email, alamat e mail, surel, emel, alamat emel, alamat surel
email~: email, surel, emel
phone: nomor hp, no hp, nomor telepon, no telepon, nomor handphone, no telp, telepon, handphone, hp, no handphone, nomor wa, no wa, nomor whatsapp, nombor telefon, no telefon, telefon bimbit, no tel, nomor ponsel, nomor kontak, no kontak, telp
phone~: nomor hp, nomor telepon, telepon, handphone, whatsapp, nomor yang bisa dihubungi
location: alamat, domisili, tempat tinggal, alamat lengkap, lokasi, alamat domisili, alamat rumah
location~: di mana anda tinggal, dimana anda tinggal, domisili
street: jalan, nama jalan
city: kota, kota domisili, bandar, kota tempat tinggal, kota kabupaten
region: provinsi, negeri, kabupaten, wilayah
postalCode: kode pos, poskod
country: negara
currentCompany: perusahaan saat ini, perusahaan, tempat kerja saat ini, syarikat semasa, perusahaan terakhir, syarikat
currentTitle: jabatan saat ini, pekerjaan saat ini, jabatan, pekerjaan, jawatan semasa, posisi saat ini, jabatan terakhir
position: posisi yang dilamar, lowongan, posisi dilamar, jabatan yang dilamar, posisi yang diminati, jawatan dipohon, jawatan yang dipohon, pekerjaan yang dilamar, posisi lamaran, posisi pilihan
position?: posisi, jawatan
position~: posisi apa, anda lamar, yang dilamar, jawatan yang
status: tahap, status lamaran, tahapan, status pelamar, peringkat
source: sumber, sumber lamaran, sumber informasi, saluran, media informasi
source~: mengetahui tentang, tahu tentang, dari mana anda, mendapat informasi, mengetahui lowongan, mendapatkan informasi
owner: perekrut, penanggung jawab, pic
appliedAt: tanggal melamar, tanggal lamaran, tanggal daftar, tanggal pendaftaran, tarikh permohonan, tanggal apply, tanggal masuk lamaran, tanggal aplikasi
appliedAt?: cap waktu, tanggal, tanggal dibuat, stempel waktu, tarikh
notes: catatan, komentar, keterangan, nota tambahan
tags: keahlian, keterampilan, kemampuan, kemahiran, skill
doNotCall: jangan hubungi, jangan telepon
consent: persetujuan, setuju, persetujuan data, izin
consent~: saya setuju, apakah anda setuju, menyetujui
fillers: anda kamu saya kami yang di dari dan atau untuk apa siapa mana silakan mohon isi masukkan
others: atasan manajer darurat referensi rujukan ayah ibu wali lahir umur usia jenis kelamin agama kewarganegaraan pernikahan ktp nik npwp gaji ekspektasi pemberitahuan ketersediaan mulai bergabung selesai wawancara terakhir diubah diperbarui pengalaman tahun pendidikan sim lainnya kedua alasan bahasa berkas foto

# In all of these
ids: numer kod číslo kód numarası kodu cod număr azonosító mã số nomor kode nombor
never: dlaczego, ile, jak długo, proč, kolik, jak dlouho, prečo, koľko, neden, niçin, kaç, ne kadar, de ce, cât, câți, miért, hány, mennyi, mióta, varför, hur länge, hur många, hvorfor, hvor lenge, hvor længe, hvor mange, miksi, kuinka kauan, tại sao, bao nhiêu, bao lâu, mengapa, kenapa, berapa
`
