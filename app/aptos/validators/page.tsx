export { generateMetadata, Page as default } from '#components/aptos/validators/validators-page.tsx'
