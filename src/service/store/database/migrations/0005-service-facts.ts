/** Facts about the database itself, such as which key its secrets are encrypted with. */
export const statements = [`create table service_facts (name text primary key, value text not null)`];
