/** Texts that are not advertisements, although they contain words that are typical of advertisements. */
export const otherTexts: Readonly<Record<string, string>> = {
  novel: `It was the finest house in the county, and nobody knew better than Mrs Hale what it cost to keep. She had been
    cured of her headaches by the sea air, she said, and nothing would induce her to go back. "I guarantee you'll be home
    by supper," said Tom, who was the greatest fool in England's history. One in ten of the men had died of fever. "You
    are better than any man I know," she whispered, "and I am free." He loved her more than ever. The fastest of the
    horses never broke, and the old man won every time. It was simply the best of all mornings.`,
  'news report': `The government has missed its net zero target for the third year, according to a report published on
    Tuesday. The minister told reporters that emissions were 12% less than a decade ago and that the country's largest
    employer had agreed to become carbon neutral. A spokesman said that free school meals would be guaranteed for all
    pupils. One in five people in the region were out of work, officials said. The best-selling author, who was born in
    Leeds, called it the most powerful speech of the election. Police said that the fire was put out at no cost to the
    council. The world's leading economies met in Paris yesterday.`,
  'software manual': `Set the throttle parameter to 100% and restart the server. This command removes all files in the
    directory and kills all child processes. Delivery is guaranteed to occur at most once by the broker. Make sure that
    the buffer is free before you call the function. The guaranteed minimum stack size is 4 kB. The cache is twice as
    large and 20% faster than in version 2. The algorithm is faster than any other for nearly sorted input. CPU usage
    never fails to exceed 50% of all users. Tests show whether the connection is secure. Use the best available
    compression. The option --prune completely removes the index.`,
  'machine manual': `Read this manual before servicing the pump. Number 1 cylinder fires first; check that cylinder
    No. 1 is at top dead centre. Prevent all movement of the shaft. The sustainable load is 2.5 kN. The housing is
    recyclable; dispose of it according to local regulations. Caution: never exceed 100% of the rated torque. Use the
    strongest bolt of the set. Ensure that the valve is free and that the bearing never breaks contact. The leading edge
    of the blade must face the sensor. The lubricant is biodegradable and reduces wear by 30%.`,
  licence: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
    documentation files, to deal in the Software without restriction. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY
    OF ANY KIND, EXPRESS OR IMPLIED. The licensor makes no guarantee. You may distribute copies for free or for a fee,
    provided that the best efforts are made to keep this notice. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM.`,
  contract: `The Contractor shall use best endeavours to complete the Works. The best interests of the child shall be
    paramount. This Guarantee is given by the Guarantor to the Beneficiary, and the Guarantor guarantees payment of the
    Loan. The Tenant shall pay the Rent without charge back. Each party shall hold 100% of its Shares. A majority of 51%
    of owners may vote. The premises shall be left free of all encumbrances. The Supplier shall provide free delivery of
    replacement parts at no additional cost to the Customer, and the lowest price of the last quarter shall apply. The
    price guaranteed in clause 4 shall not exceed £500 in any year.`,
  recipe: `Preheat the oven to 200 degrees. Stir the flour and two teaspoons of salt into the butter until it is free of
    lumps. The best results come from cold butter; the finest crumb needs the strongest flour. Use 100% rye flour for
    a darker loaf, which keeps longer than white bread. Simmer the berries for ten minutes. Whisk the cream until it is
    twice as thick. Bake for 40 minutes; never open the oven early. This is the most reliable way to tell that it is
    done: tap the base. Serve the best slices warm. Salt cures the ham in three days.`,
  'scientific abstract': `Background: the drug prevents migraine in adults, but its effect on insomnia is not known.
    Methods: in a randomised trial, 412 participants received placebo or treatment. The treatment reduces headaches by
    47% (95% CI 31 to 58), and 62% of patients reported no side effects. Nine out of ten participants completed the
    study. The new method outperforms the baseline and is more effective than any other treatment observed. Conclusions:
    our findings suggest that the most effective dose was 20 mg. Studies show that the risk was three times as high in
    the untreated cohort; further research is needed before it is proven to work.`,
  minutes: `Minutes of the parish council. Apologies were received from Councillor Reed. The chairman noted that the hall
    is free on Fridays and that entry is free for residents. It was resolved that the lowest price be accepted for the
    roof. The treasurer said that 80% of people had paid. Mrs Shaw asked whether the contractor would guarantee the work.
    The committee agreed that the village's best option was to wait. A vote was taken: nine out of ten in favour. The
    leading proposal was seconded by Mr Cole. Free parking would be offered at no extra cost to the council.`,
  README: `# fast-queue

    A small queue for Node. Install it with npm install fast-queue. It is 2x faster than the array implementation for
    large queues, and more efficient than a linked list. The callback always works on a copy. We recommend the latest
    version. The tests have 100% coverage. push() returns the index; the order of objects is guaranteed. Free buffers are
    reused. The default value is unlimited. Use the fastest codec that your runtime supports. Compared to other modules
    it has no side effects. License: MIT, free of charge.`,
  'school essay': `In conclusion, education is free in most countries, but one in three children leave school early.
    Shakespeare is the best known author of the century, and Hamlet is the greatest of his tragedies. Britain's largest
    cities grew faster than any other in Europe. Historians argue that the most powerful king was not the strongest.
    Therefore nobody knows better than the poor what a war costs. However, research shows that 70% of people lived on
    farms. The telephone was the first; the number one reason for its success was the price. Sustainable farming was
    three times as hard.`,
  encyclopaedia: `The Sahara is the world's largest hot desert. The species is the fastest land animal; its population is
    estimated at 7,000. The disease was once treated with mercury; quinine prevents malaria and treats fever in one in
    two cases. Copper is a better conductor than iron, and silver is the best. Norway is the leading exporter of salmon.
    The author's most popular novel was published in 1897. The constitution guarantees freedom of the press. Entry to the
    museum has been free since 2001.`,
  obituary: `She was the country's favourite aunt, and the only woman to climb it in winter. He said that she never let
    anybody down and was always the best company. She had fought cancer for ten years. Born in Cork, she became the
    youngest head of the school, won the award twice and gave her time free of charge.`,
  invoice: `Invoice 4411. Bill to: Hart Ltd. Account number 883, statement period 1 to 31 May. Amazon Glacier $0.00 Requests,
    $0.00 Tax, data transfer $12.40. Subtotal $12.40, VAT $2.48, total amount due $14.88. Payment received by direct
    debit. Best value plan: $0.00 Charges. NO 1&3, Jalan Besar. Total discount 5%. Thank you for your payment.`,
  'tax form': `Form 1040. Enter the amount from line 12 on this schedule and attach it to your return. If you are the
    beneficiary of a deceased employee, see the definition of guaranteed payments. You must reduce your cost by the
    amount withheld. This is your total refund. You cannot be claimed as a dependent at any time during the tax year.
    Keep a copy of this return for your records. Your employer withheld taxes. You paid over half the cost of the
    spouse’s wages. Signature of the taxpayer.`,
  'rate sheet': `Fixed rate mortgage 5.25% p.a. The guaranteed period ends after 24 months. The interest rate applies to the
    outstanding balance of the account. Fees are payable by the borrower. Fixed or guaranteed rate: statement of charges,
    deposit account, principal and interest. Best rates. We will repay the balance due after termination.`,
  map: `Motor vehicle use map. Legend: roads open to all vehicles, trails open to all vehicles, roads open to highway legal
    vehicles only. Scale in miles. Forest boundary, county road, creek, lake, wilderness. North route: open to all
    vehicles from Monday to Friday. The best route to the trail is the east road. Seasonal: unlimited access.`,
  survey: `Abstract. The introduction presents related literature. Cost was ranked as the top challenge in the survey; the
    TOP-RANKED benchmarks of the dataset are listed in table 2. Unlike traditional methods, our algorithm is guaranteed to
    converge. The variance is lower than any other in the experiments (fig 3). Studies have shown that the models obtained
    are the most effective. References: journal of computation, vol 3, pp 2 to 9.`,
  'public notice': `Reduce your risk of infection. According to the ministry, patients and children should wash hands.
    The population was told by officials that the virus had been found in two countries.`,
  terms: `These terms govern your use of our website. By using it you agree to the terms and conditions of this agreement.
    We may amend them at any time. You get free access, without any warranties. We disclaim liability for damages to the
    best of our knowledge. Our guarantee is subject to applicable law and jurisdiction. You consent to arbitration.`,
  history: `Early machines were rented. Unlike traditional typewriters, the device had been used by the society since the
    century began, and works on all types of file format. However, historians argue that the company’s Corporate
    Sustainability Report said nothing.`,
  budget: `The Administration proposes to save $4 billion over ten years. These programs helped millions of Americans, and
    Federal agencies fund approaches that are backed by strong evidence. Congress enacted the proposal, which will save
    $22 million and cut the deficit. America’s best teachers enjoy stronger protections than ever before.`,
  'privacy policy': `When you submit our contact form, we collect your name. We disclose personal data only with your consent.
    No method of transmission over the Internet or method of electronic storage is 100% secure. We follow industry best
    practices. You may delete the data at any time, free of charge, subject to applicable law.`,
  'risk report': `The organisation conducts an assessment of its security risks in alignment with industry best practices. The
    controls strengthen our defences against threats, and minimise the impact of incidents. The loss was reduced to
    $2,993 after implementation of the policies. Our number 1 priority is compliance with regulatory requirements.`,
};

/** Advertisements with the claims that each text makes. */
export const advertisements: readonly { name: string; text: string; claims: string[] }[] = [
  {
    name: 'toothpaste',
    text: `Discover Glowmax, the UK’s best-selling toothpaste. Clinically proven to whiten teeth in 7 days. 9 out of 10
      dentists recommend it. Money-back guarantee if you are not delighted.`,
    claims: ['UK’s best-selling', 'Clinically proven', '9 out of 10', 'Money-back guarantee'],
  },
  {
    name: 'disinfectant',
    text: `New Brightex kills 99.9% of bacteria. Superior cleaning power in every drop. Removes all stains, first time.
      Nothing works faster.`,
    claims: [
      'kills 99.9% of bacteria',
      'Superior cleaning power',
      'Removes all stains',
      'Nothing works faster',
    ],
  },
  {
    name: 'broadband',
    text: `Switch to Britain’s No.1 broadband. Unlimited data, no hidden charges, ever. Free installation when you order
      today.`,
    claims: ['Britain’s No.1', 'Unlimited data', 'no hidden charges', 'Free installation'],
  },
  {
    name: 'face cream',
    text: `Our serum reduces wrinkles by 47% in two weeks. 93% of women agreed that their skin felt softer. Dermatologically
      tested.`,
    claims: ['reduces wrinkles by 47%', '93% of women', 'Dermatologically\n      tested'],
  },
  {
    name: 'sale',
    text: `Up to 50% off everything! Our lowest prices ever. Buy one, get one free. Was £40, now only £19.99.`,
    claims: ['Up to 50% off', 'lowest prices', 'Buy one, get one free', 'Was £40, now only £19.99'],
  },
  {
    name: 'insurance',
    text: `Need cover? You won’t find a cheaper quote. Award-winning service, with our lowest price guarantee.`,
    claims: ['You won’t find a cheaper quote', 'Award-winning', 'lowest price', 'guarantee'],
  },
  {
    name: 'battery',
    text: `Powermax beats Duracell in independent tests. Lasts twice as long as the leading brand. Shop now.`,
    claims: ['beats Duracell in independent tests', 'twice as long as the leading brand'],
  },
  {
    name: 'slimming',
    text: `Detoxes your body. Lose 10lbs in a week! Boosts your metabolism, or your money back. Cures bloating.`,
    claims: [
      'Detoxes your body',
      'Lose 10lbs',
      'Boosts your metabolism',
      'or your money back',
      'Cures bloating',
    ],
  },
  {
    name: 'shampoo',
    text: `The only shampoo that stops hair loss. Doctor recommended. Results guaranteed.`,
    claims: ['The only shampoo that', 'stops hair loss', 'Doctor recommended', 'Results guaranteed'],
  },
  {
    name: 'car',
    text: `The world’s favourite electric car. Zero emissions driving. 100% safe, and more reliable than any other. Book
      your free trial today.`,
    claims: ['world’s favourite', 'Zero emissions', '100% safe', 'more reliable than any', 'free trial'],
  },
  {
    name: 'detergent',
    text: `Washes whiter than any other powder. Eco-friendly, carbon neutral and plastic-free. Try the best.`,
    claims: ['whiter than any', 'Eco-friendly', 'carbon neutral', 'plastic-free'],
  },
  {
    name: 'a line',
    text: 'Pure relief. Guaranteed.',
    claims: ['Guaranteed'],
  },
];
