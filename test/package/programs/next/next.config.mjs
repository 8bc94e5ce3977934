/** @type {import('next').NextConfig} */
export default {
  // The address is set when the app is built, as a merchant has one for each environment.
  env: { SERVICE_URL: process.env.SERVICE_URL },
};
