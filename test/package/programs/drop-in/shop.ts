// What all apps of this folder sell, and to whom.
export const serviceUrl = import.meta.env.VITE_SERVICE_URL;
export const publicApiKey = 'a00000000000000000000001';
export const planVariantId = 'b00000000000000000000001';
export const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Address: { Street: 'Main Street', HouseNumber: '1', PostalCode: '10117', City: 'Berlin', Country: 'DE' },
};
/** With one the page is the portal. */
export const token = new URLSearchParams(location.search).get('token') ?? undefined;
