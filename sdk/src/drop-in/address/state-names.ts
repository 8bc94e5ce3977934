/** The words for `State` in each language, in the order of the data: state, province, county, prefecture. */
const words: { readonly [language: string]: string } = {
  ar: 'الولاية|المقاطعة|المقاطعة|المحافظة',
  bg: 'Щат|Провинция|Графство|Префектура',
  cs: 'Spolkový stát|Provincie|Hrabství|Prefektura',
  da: 'Delstat|Provins|Grevskab|Præfektur',
  de: 'Bundesstaat|Provinz|Grafschaft|Präfektur',
  el: 'Πολιτεία|Επαρχία|Κομητεία|Νομός',
  en: 'State|Province|County|Prefecture',
  es: 'Estado|Provincia|Condado|Prefectura',
  et: 'Osariik|Provints|Krahvkond|Prefektuur',
  fi: 'Osavaltio|Provinssi|Kreivikunta|Prefektuuri',
  fr: 'État|Province|Comté|Préfecture',
  ga: 'Stát|Cúige|Contae|Maoracht',
  he: 'מדינה (בפדרציה)|פרובינציה|מחוז|פרפקטורה',
  hr: 'Savezna država|Pokrajina|Grofovija|Prefektura',
  hu: 'Szövetségi állam|Tartomány|Megye|Prefektúra',
  it: 'Stato federato|Provincia|Contea|Prefettura',
  lt: 'Valstija|Provincija|Grafystė|Prefektūra',
  lv: 'Štats|Province|Grāfiste|Prefektūra',
  mt: 'Stat|Provinċja|Kontea|Prefettura',
  nl: 'Staat|Provincie|Graafschap|Prefectuur',
  pl: 'Stan|Prowincja|Hrabstwo|Prefektura',
  pt: 'Estado|Província|Condado|Prefeitura',
  ro: 'Stat federal|Provincie|Județ|Prefectură',
  sk: 'Spolkový štát|Provincia|Grófstvo|Prefektúra',
  sl: 'Zvezna država|Provinca|Grofija|Prefektura',
  sv: 'Delstat|Provins|Grevskap|Prefektur',
};

/** Returns the word for a kind of state in a language; undefined for an unknown language. */
export const stateWord = (language: string, at: number): string | undefined =>
  words[language]?.split('|')[at];
