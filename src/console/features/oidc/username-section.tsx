import { limits } from '../../../contract/limits.ts';
import { OidcField } from './oidc-field.tsx';
import { Section } from './sections.tsx';

/** Which claim is the login. */
export function UsernameSection() {
  return (
    <Section id="username" title="Username">
      <OidcField
        name="username_path"
        description="A JMESPath expression that gives the login of an existing user: asked of the ID Token, then of UserInfo."
        placeholder="preferred_username"
        required
        trims={false}
        maxLength={limits.usernamePath}
        mono
      />
    </Section>
  );
}
