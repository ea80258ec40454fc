/** An update that must not be applied. Should it be, that shows: no other test stores these values. */
export const REFUSED_UPDATE = { donor_first_name: 'Refused', donor_city: 'Nowhere' }
