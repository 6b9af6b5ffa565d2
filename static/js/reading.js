// Enter says that a row is right as it stands in its fields, and goes on to the next one in doubt.
(() => {
  const form = document.getElementById('foto')
  if (!form) return
  let next = 0

  const say = (row) => {
    row.querySelector('[name=gesagt]').checked = true
    next = Number(row.querySelector('[name=gesagt]').value)
    window.htmx.trigger(form, 'gesagt')
  }
  form.addEventListener('keydown', (event) => {
    const row = event.target.closest('.strips li')
    if (event.key === 'Enter' && row && event.target.tagName === 'INPUT') {
      event.preventDefault()
      say(row)
    }
  })
  form.addEventListener('change', (event) => {
    const row = event.target.closest('.strips li')
    if (row && event.target.type !== 'checkbox') row.querySelector('[name=gesagt]').checked = true
    if (row && event.target.type === 'checkbox') window.htmx.trigger(form, 'gesagt')
  })
  document.body.addEventListener('htmx:afterSwap', () => {
    const doubtful = [...form.querySelectorAll('.strips li.look')]
    const number = (row) => Number(row.querySelector('[name=gesagt]').value)
    const row = doubtful.find((each) => number(each) > next) || doubtful[0]
    const field = row ? row.querySelector('input') : form.querySelector('[name=uebernehmen]')
    if (field) field.focus()
  })
  const first = form.querySelector('.strips li.look input')
  if (first) first.focus()
})()
