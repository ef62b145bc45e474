// The pages of profiles are loaded together.
export { DifferencesPage } from './differences-page.tsx';
export { EditProfilePage, NewProfilePage } from './edit-page.tsx';
export { ProfilePage } from './profile-page.tsx';
export { ProfilesPage } from './profiles-page.tsx';
