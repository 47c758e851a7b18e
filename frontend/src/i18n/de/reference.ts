export const reference = {
  'Every call of the API, to read and to try. Calls that you try are real, in your name. For generators: the <anchor>description in OpenAPI 3.1</anchor>.':
    'Jeder Aufruf der API, zum Lesen und Ausprobieren. Was Sie ausprobieren, geschieht wirklich, in Ihrem Namen. Für Generatoren: die <anchor>Beschreibung in OpenAPI 3.1</anchor>.',
}
