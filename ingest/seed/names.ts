/** The names that the seed picks from. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = words(`
  Aaron Abigail Ada Adam Adèle Agnes Ahmed Aisha Alan Albert Alejandra Alexander Alice Amara Amelia Amir Ana Andrea Andrew
  Ángel Anita Anna Anthony Antonia Arthur Astrid Audrey Axel Barbara Beatrice Ben Bianca Björn Bruno Camille Carl Carla
  Carmen Caroline Cecilia Charles Charlotte Chen Chloé Christian Clara Claude Colin Cora Cynthia Daniel Daphne David
  Deborah Diana Diego Dmitri Dominic Dorothy Edith Edward Eileen Elena Eli Elif Elizabeth Ella Emil Emily Emma Enrico Erik
  Esther Ethan Eva Fabian Farah Fatima Felix Femke Finn Fiona Florence Frances Frank Frederick Freya Gabriel Gemma George
  Gerda Gina Giovanni Grace Greta Guillermo Gustav Hannah Harold Harriet Hassan Heidi Helen Henry Hugo Ian Ida Igor Inès
  Ingrid Irene Iris Isaac Isabel Ivan Jack Jacob James Jana Jane Jasmin Jean Joanna João Johan John Jonas José Joseph
  Julia Julian Karen Karim Karl Katarína Kate Kenji Kevin Kofi Lara Laura Laurent Lea Leila Lena Leo Lewis Li Lina Linda
  Lisa Louis Louise Lucas Lucía Luis Łukasz Lydia Mabel Magnus Maja Manuel Marco Margaret Maria Marie Mark Marta Martin
  Mary Mateo Matilda Max Maya Mehmet Mia Michael Miguel Mira Miriam Mohammed Nadia Naomi Natalie Nathan Nicolas Nikola Nina
  Noah Noor Nora Olga Oliver Olivia Omar Oscar Otto Pablo Patricia Paul Paula Pavel Pedro Penelope Peter Philip Piotr Priya
  Rachel Rahel Raúl Rebecca René Rita Robert Rosa Rose Ruth Ryan Sam Samira Sandra Sara Sebastian Selma Simon Sofia Søren
  Stella Stephen Sven Tamara Tessa Theo Thomas Tim Tobias Tomás Ursula Valentina Vera Victor Vincent Violet Walter Wanda
  Wei William Yara Yasmin Yuki Yusuf Zoë Zofia`);

const BEGINNINGS = words(`
  Ald Ash Beck Black Brad Brook Clay Cross Dal Down East Ell Fair Green Hal Hart Hol Kirk Lang Mar Nor Oak Pem Rad Red
  Stan Thorn Wal West Whit`);
const ENDINGS = words(`
  bury by croft dale den field ford ham hurst land ley man more shaw stone ton well wick wood worth`);

export const LAST_NAMES: readonly string[] = [
  ...BEGINNINGS.flatMap((beginning) => ENDINGS.map((ending) => beginning + ending)),
  ...words(`O'Connell D'Angelo García Müller Nguyễn Özdemir Ström Lund-Hansen Žižek Wójcik Łoś Fernández-Ruiz`),
];

export const STREETS = words(
  'Avenue Close Crescent Drive Gardens Grove Hill Lane Park Place Road Row Street Terrace Way',
);
